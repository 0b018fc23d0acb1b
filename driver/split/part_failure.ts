/** Why a part of a split world cannot go on. The others stop as well; a restart goes on from the last tick that all have. */
export type PartFailure =
  /** The connection to a peer has ended: its process has, or the network between. */
  | { readonly kind: "PeerLost"; readonly part: number; readonly reason: string }
  /** A peer has said nothing for too long. */
  | { readonly kind: "PeerSilent"; readonly part: number; readonly milliseconds: number }
  /** A peer has said something else than what this moment of this tick asks for. */
  | { readonly kind: "OutOfStep"; readonly part: number; readonly expected: string; readonly found: string }
  /** A peer steps another world: other parameters, walls or format. */
  | { readonly kind: "OtherWorld"; readonly part: number }
  /** The medium refuses to read or write. */
  | { readonly kind: "StoreUnavailable"; readonly reason: string }
  /** What is stored is not what was written. */
  | { readonly kind: "StoreDamaged"; readonly file: string }
  /** There is no tick of which every part has its agents. */
  | { readonly kind: "NoCommonTick" };

/** A failure in words, one line. */
export function partFailureText(failure: PartFailure): string {
  switch (failure.kind) {
    case "PeerLost":
      return `part ${failure.part} is gone: ${failure.reason}`;
    case "PeerSilent":
      return `part ${failure.part} has said nothing for ${failure.milliseconds} ms`;
    case "OutOfStep":
      return `part ${failure.part}: expected ${failure.expected}, but found ${failure.found}`;
    case "OtherWorld":
      return `part ${failure.part} steps another world`;
    case "StoreUnavailable":
      return `store: cannot be used: ${failure.reason}`;
    case "StoreDamaged":
      return `store: ${failure.file} is damaged`;
    case "NoCommonTick":
      return "store: there is no tick of which every part has its agents";
  }
}
