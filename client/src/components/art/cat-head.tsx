import { paint, pen } from "./picture.tsx";

type CatHeadProps = {
  /** -1 left to 1 right. */
  look?: number;
  mood?: "happy" | "wide" | "asleep";
};

export function CatHead({ look = 0, mood = "happy" }: CatHeadProps) {
  const shift = look * 3;
  return (
    <g>
      <Ears />
      <path
        d="M0 -40 C 28 -40 52 -22 54 6 C 55 30 32 48 0 48 C -32 48 -55 30 -54 6 C -52 -22 -28 -40 0 -40 Z"
        fill={paint.cat}
      />
      <path
        d="M0 -39 V-22 M-13 -37 C -13 -32 -12 -28 -10 -25 M13 -37 C 13 -32 12 -28 10 -25 M-53 6 C -48 5 -44 6 -40 8 M-50 20 C -46 18 -42 18 -38 19 M53 6 C 48 5 44 6 40 8 M50 20 C 46 18 42 18 38 19"
        stroke={paint.catDeep}
        {...pen}
        strokeWidth={4.5}
      />
      <g transform={`translate(${shift} 0)`}>
        <path
          d="M0 6 C 8 6 11 12 18 14 C 28 17 31 27 25 35 C 19 43 9 45 0 45 C -9 45 -19 43 -25 35 C -31 27 -28 17 -18 14 C -11 12 -8 6 0 6 Z"
          fill={paint.catPale}
        />
        <ellipse cx={-33} cy={25} rx={7} ry={4.6} fill={paint.blush} opacity={0.65} />
        <ellipse cx={33} cy={25} rx={7} ry={4.6} fill={paint.blush} opacity={0.65} />
        <Eyes shift={shift} mood={mood} />
        <path
          d="M-6.5 14.5 C -6.5 12 6.5 12 6.5 14.5 C 6.5 18 2 21 0 21 C -2 21 -6.5 18 -6.5 14.5 Z"
          fill={paint.tongue}
        />
        <path d="M0 21 V25 M-12 26 C -10 32 -2 32 0 25 C 2 32 10 32 12 26" stroke={paint.ink} {...pen} />
        <path
          d="M-24 24 L-46 19 M-24 29 L-45 31 M24 24 L46 19 M24 29 L45 31"
          stroke={paint.catPale}
          {...pen}
          strokeWidth={2}
        />
      </g>
    </g>
  );
}

function Ears() {
  return (
    <g>
      <g fill={paint.cat}>
        <path d="M-50 -4 C -54 -24 -54 -44 -50 -54 C -48 -59 -43 -59 -39 -56 C -29 -49 -18 -40 -12 -32 Z" />
        <path d="M50 -4 C 54 -24 54 -44 50 -54 C 48 -59 43 -59 39 -56 C 29 -49 18 -40 12 -32 Z" />
      </g>
      <g fill={paint.blush}>
        <path d="M-44 -20 C -46 -31 -46 -40 -44 -47 C -37 -43 -31 -38 -26 -33 Z" />
        <path d="M44 -20 C 46 -31 46 -40 44 -47 C 37 -43 31 -38 26 -33 Z" />
      </g>
    </g>
  );
}

function Eyes({ shift, mood }: { shift: number; mood: CatHeadProps["mood"] }) {
  if (mood === "asleep") {
    return <path d="M-28 1 C -25 6 -17 6 -14 1 M14 1 C 17 6 25 6 28 1" stroke={paint.ink} {...pen} />;
  }
  const pupil = mood === "wide" ? 5.6 : 3.6;
  return (
    <g>
      <g fill={paint.glow}>
        <ellipse cx={-21} cy={-1} rx={8.6} ry={8.8} />
        <ellipse cx={21} cy={-1} rx={8.6} ry={8.8} />
      </g>
      <g fill={paint.ink}>
        <ellipse cx={-21 + shift} cy={-1} rx={pupil} ry={7} />
        <ellipse cx={21 + shift} cy={-1} rx={pupil} ry={7} />
      </g>
      <g fill={paint.catPale}>
        <circle cx={-19.5 + shift} cy={-4} r={1.8} />
        <circle cx={22.5 + shift} cy={-4} r={1.8} />
      </g>
    </g>
  );
}
