/** Remainders of all bytes by the reversed polynomial 0xEDB88320. */
const TABLE: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest >>> 0;
});

/** CRC-32 (ISO-HDLC, the one of gzip) of some bytes, as eight hexadecimal digits. Finds every burst of up to 32 bits. */
export function checksum(bytes: Uint8Array): string {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = TABLE[(rest ^ byte) & 0xff]! ^ (rest >>> 8);
  return ((rest ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}
