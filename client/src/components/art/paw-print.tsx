type PawPrintProps = { x: number; y: number; scale?: number; turn?: number; fill: string; opacity?: number };

/** A paw print 20 units across around (x, y). */
export function PawPrint({ x, y, scale = 1, turn = 0, fill, opacity = 1 }: PawPrintProps) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`} fill={fill} opacity={opacity}>
      <path d="M0 -1 C 4.5 -1 9 3.6 9 7.4 C 9 10.4 6 11.4 3.8 10.7 C 1.4 10 -1.4 10 -3.8 10.7 C -6 11.4 -9 10.4 -9 7.4 C -9 3.6 -4.5 -1 0 -1 Z" />
      <ellipse cx={-4.2} cy={-7} rx={2.9} ry={3.9} transform="rotate(-8 -4.2 -7)" />
      <ellipse cx={4.2} cy={-7} rx={2.9} ry={3.9} transform="rotate(8 4.2 -7)" />
      <ellipse cx={-10.6} cy={-1} rx={2.7} ry={3.6} transform="rotate(-28 -10.6 -1)" />
      <ellipse cx={10.6} cy={-1} rx={2.7} ry={3.6} transform="rotate(28 10.6 -1)" />
    </g>
  );
}
