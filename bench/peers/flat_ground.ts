/** Width of the voxels that the peers' meshes are made from, m. */
export const FLAT_CELL = 0.5;

/** Flat ground somewhat larger than the scene's square, as triangles with the y axis up. */
export function flatGround(side: number): { readonly positions: number[]; readonly indices: number[] } {
  const low = -20, high = side + 20;
  return {
    positions: [low, 0, low, low, 0, high, high, 0, high, high, 0, low],
    indices: [0, 1, 2, 0, 2, 3],
  };
}
