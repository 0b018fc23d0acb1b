/**
 * An immutable list whose changes share all but a path of it with the list before: items are read, replaced, added at the end
 * and taken from the front in O(log n). A tree of nodes with up to 32 children; nothing that was made is ever changed.
 */
export interface PersistentList<Item> {
  /** How many items there are. */
  readonly size: number;
  /** Places in the tree before the first item: those of items that were taken away. */
  readonly start: number;
  /** Levels of branches above the leaves. */
  readonly depth: number;
  /** The tree. */
  readonly root: ListNode<Item>;
}

/** A node of the tree. */
export type ListNode<Item> =
  | { readonly kind: "leaf"; readonly items: readonly Item[] }
  | { readonly kind: "branch"; readonly children: readonly ListNode<Item>[] };

const BITS = 5, MASK = 31;

/** The list without items. */
export const EMPTY_LIST: PersistentList<never> = {
  size: 0,
  start: 0,
  depth: 0,
  root: { kind: "leaf", items: [] },
};

/** A list of items. */
export function listOf<Item>(items: readonly Item[]): PersistentList<Item> {
  return items.reduce<PersistentList<Item>>(appended, EMPTY_LIST);
}

/** All items, in order. */
export function itemsOf<Item>({ root, start, size }: PersistentList<Item>): readonly Item[] {
  return leavesOf(root).slice(start, start + size);
}

function leavesOf<Item>(node: ListNode<Item>): readonly Item[] {
  return node.kind === "leaf" ? node.items : node.children.flatMap(leavesOf);
}

/** The item at an index; undefined where there is none. */
export function itemAt<Item>(
  { size, start, depth, root }: PersistentList<Item>,
  index: number,
): Item | undefined {
  if (!(index >= 0 && index < size)) return undefined;
  const place = start + index;
  let node = root;
  for (let level = depth; node.kind === "branch"; level--) {
    node = node.children[(place >>> (BITS * level)) & MASK]!;
  }
  return node.items[place & MASK];
}

/** The list with another item at an index that it has. */
export function withItem<Item>(list: PersistentList<Item>, index: number, item: Item): PersistentList<Item> {
  const { size, start, depth, root } = list;
  if (!(index >= 0 && index < size)) return list;
  return { ...list, root: withPlace(root, depth, start + index, item) };
}

/** The list with one more item at its end. */
export function appended<Item>(list: PersistentList<Item>, item: Item): PersistentList<Item> {
  const { size, start, depth, root } = list, place = start + size;
  return place < roomOf(depth)
    ? { size: size + 1, start, depth, root: withPlace(root, depth, place, item) }
    : {
      size: size + 1,
      start,
      depth: depth + 1,
      root: withPlace({ kind: "branch", children: [root] }, depth + 1, place, item),
    };
}

/** How many places a tree of so many levels has. */
function roomOf(depth: number): number {
  let room = MASK + 1;
  for (let level = 0; level < depth; level++) room *= MASK + 1;
  return room;
}

/** The list without its first item. Once it is empty, nothing is left of the items that were taken. */
export function withoutFirst<Item>(list: PersistentList<Item>): PersistentList<Item> {
  return list.size <= 1 ? EMPTY_LIST : { ...list, size: list.size - 1, start: list.start + 1 };
}

/** The path to a place made anew, with an item there; missing nodes on it are added. */
function withPlace<Item>(
  node: ListNode<Item> | undefined,
  depth: number,
  place: number,
  item: Item,
): ListNode<Item> {
  const at = (place >>> (BITS * depth)) & MASK;
  if (depth === 0) {
    return { kind: "leaf", items: replaced(node?.kind === "leaf" ? node.items : [], at, item) };
  }
  const children = node?.kind === "branch" ? node.children : [];
  return {
    kind: "branch",
    children: replaced(children, at, withPlace(children[at], depth - 1, place, item)),
  };
}

function replaced<T>(items: readonly T[], at: number, item: T): readonly T[] {
  return at < items.length ? items.with(at, item) : [...items, item];
}
