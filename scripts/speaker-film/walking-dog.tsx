import { Tag } from "@/components/art/collar-parts.tsx";
import { DogHead } from "@/components/art/dog-head.tsx";
import { paint, pen } from "@/components/art/paint.ts";

/** The tag's place from the dog's origin, to which the camera moves. */
export const TAG = { x: 104, y: -146 };

type WalkingDogProps = {
  /** The phase of the walk in turns: per unit, each pair of legs makes two steps. */
  stride: number;
  level: number;
};

/** The dog on a walk to the right, 270 by 300 units, its paws on y = 0. */
export function WalkingDog({ stride, level }: WalkingDogProps) {
  const turn = stride * 2 * Math.PI;
  const bob = Math.sin(turn * 2) * 2.5;
  return (
    <g>
      <ellipse cx={4} cy={3} rx={120} ry={9} fill={paint.leafDeep} opacity={0.35} />
      <g transform={`translate(0 ${bob})`}>
        <Leg x={-62} swing={turn + Math.PI} fill={paint.furDeep} />
        <Leg x={74} swing={turn} fill={paint.furDeep} />
        <Tail wag={Math.sin(turn * 3) * 12} />
        <path
          d="M-100 -116 C -106 -158 -68 -174 -20 -168 C 16 -164 42 -176 62 -204 L 134 -196 C 138 -160 132 -120 108 -96 C 90 -78 50 -86 10 -84 C -30 -82 -60 -72 -84 -80 C -98 -88 -100 -104 -100 -116 Z"
          fill={paint.fur}
        />
        <path
          d="M-100 -116 C -104 -142 -84 -160 -62 -158 C -40 -150 -32 -112 -50 -78 C -62 -76 -74 -76 -84 -80 C -98 -88 -100 -104 -100 -116 Z"
          fill={paint.furDeep}
          opacity={0.35}
        />
        <path
          d="M134 -178 C 136 -148 128 -116 108 -96 C 98 -87 82 -84 62 -84 C 80 -100 92 -128 98 -166 C 110 -160 124 -166 134 -178 Z"
          fill={paint.furPale}
        />
      </g>
      <g transform={`translate(0 ${bob})`}>
        <Leg x={-74} swing={turn} fill={paint.fur} />
        <Leg x={62} swing={turn + Math.PI} fill={paint.fur} />
        <g {...pen}>
          <path d="M60 -186 C 74 -168 118 -164 137 -178" stroke={paint.tealDeep} strokeWidth={14} />
          <path d="M60 -188 C 74 -170 118 -166 137 -180" stroke={paint.teal} strokeWidth={11} />
        </g>
        <g transform={`translate(102 ${-228 - bob * 0.6}) rotate(${Math.sin(turn) * 2.5})`}>
          <DogHead look={0.75} />
        </g>
        <g
          transform={`translate(${TAG.x} ${TAG.y - 16}) rotate(${Math.sin(turn + 0.8) * 7}) translate(0 16) scale(1.15)`}
        >
          <Tag level={level} />
        </g>
      </g>
    </g>
  );
}

const UPPER = 46;
const LOWER = 44;

/** Two bones and a paw; the knee bends while the leg comes forward. */
function Leg({ x, swing, fill }: { x: number; swing: number; fill: string }) {
  const hip = Math.sin(swing) * 26;
  const knee = Math.max(0, Math.cos(swing)) * 34;
  return (
    <g transform={`translate(${x} -100) rotate(${-hip})`}>
      <path d={`M0 -8 V${UPPER}`} stroke={fill} {...pen} strokeWidth={34} />
      <g transform={`translate(0 ${UPPER}) rotate(${knee})`}>
        <path d={`M0 0 V${LOWER - 4}`} stroke={fill} {...pen} strokeWidth={24} />
        <g transform={`translate(5 ${LOWER}) rotate(${hip - knee})`}>
          <ellipse rx={17} ry={10.5} fill={paint.furPale} />
          <path d="M4 -1 V6 M11 -2 V4" stroke={paint.furDeep} {...pen} strokeWidth={2.2} opacity={0.8} />
        </g>
      </g>
    </g>
  );
}

function Tail({ wag }: { wag: number }) {
  return (
    <g transform={`translate(-92 -138) rotate(${wag})`} {...pen}>
      <path d="M4 6 C -22 -4 -40 -26 -40 -58" stroke={paint.fur} strokeWidth={22} />
      <path d="M-36 -36 C -39 -43 -40 -50 -40 -58" stroke={paint.furPale} strokeWidth={22} />
    </g>
  );
}
