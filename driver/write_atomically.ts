/**
 * Writes a text file whole or not at all: first beside its place, then renamed into it, so that a reader never meets
 * half a file, whatever happens on the way.
 *
 * Throws what the file system throws; nothing is left behind then.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const beside = `${path}.${crypto.randomUUID()}.part`;
  try {
    await Deno.writeTextFile(beside, text);
    await Deno.rename(beside, path);
  } catch (error) {
    await Deno.remove(beside).catch(() => {});
    throw error;
  }
}
