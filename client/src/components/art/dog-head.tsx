import { paint, pen } from "./picture.tsx";

type DogHeadProps = {
  /** -1 left to 1 right. */
  look?: number;
  mood?: "happy" | "calm" | "puzzled";
};

export function DogHead({ look = 0, mood = "happy" }: DogHeadProps) {
  const shift = look * 3;
  return (
    <g>
      <Skull />
      <g transform={`translate(${shift} 0)`}>
        <path
          d="M0 -20 C 7 -10 9 -1 18 6 C 30 15 33 28 26 38 C 19 48 8 51 0 51 C -8 51 -19 48 -26 38 C -33 28 -30 15 -18 6 C -9 -1 -7 -10 0 -20 Z"
          fill={paint.furPale}
        />
        <ellipse cx={-31} cy={22} rx={7.5} ry={5} fill={paint.blush} opacity={0.75} />
        <ellipse cx={31} cy={22} rx={7.5} ry={5} fill={paint.blush} opacity={0.75} />
        <Eyes shift={shift} mood={mood} />
        <path
          d="M-11 10 C -11 4.5 -6 3 0 3 C 6 3 11 4.5 11 10 C 11 16 4.5 21.5 0 21.5 C -4.5 21.5 -11 16 -11 10 Z"
          fill={paint.ink}
        />
        <ellipse cx={-3.5} cy={8} rx={4} ry={2.2} fill={paint.furPale} opacity={0.55} />
        <Mouth mood={mood} />
      </g>
      <Ears mood={mood} />
    </g>
  );
}

function Skull() {
  return (
    <g>
      <path
        d="M0 -50 C 27 -50 45 -33 47 -7 C 48 8 44 20 38 32 C 30 47 14 54 0 54 C -14 54 -30 47 -38 32 C -44 20 -48 8 -47 -7 C -45 -33 -27 -50 0 -50 Z"
        fill={paint.fur}
      />
      <path
        d="M46.5 -12 C 48 6 42 18 33 16 C 22 14 13 2 15 -12 C 17 -26 30 -33 40 -30 C 44 -25 46 -19 46.5 -12 Z"
        fill={paint.furDeep}
        opacity={0.55}
      />
    </g>
  );
}

function Eyes({ shift, mood }: { shift: number; mood: DogHeadProps["mood"] }) {
  return (
    <g>
      <g fill={paint.ink}>
        <ellipse cx={-20} cy={-6} rx={6} ry={6.8} />
        <ellipse cx={20} cy={-6} rx={6} ry={6.8} />
      </g>
      <g fill={paint.furPale}>
        <circle cx={-18 + shift * 0.5} cy={-8.4} r={2.1} />
        <circle cx={22 + shift * 0.5} cy={-8.4} r={2.1} />
      </g>
      <path
        d={
          mood === "puzzled"
            ? "M-29 -20 C -25 -23 -19 -23 -15 -20 M14 -25 C 18 -30 25 -30 29 -25"
            : "M-28 -21 C -24 -25 -18 -25 -14 -22 M14 -22 C 18 -25 24 -25 28 -21"
        }
        stroke={paint.furDeep}
        {...pen}
      />
    </g>
  );
}

function Mouth({ mood }: { mood: DogHeadProps["mood"] }) {
  if (mood === "puzzled") return <path d="M0 21 V27 M-8 31 C -4 28 4 28 8 31" stroke={paint.ink} {...pen} />;
  return (
    <g>
      {mood === "happy" && (
        <g>
          <path d="M-8.5 31 C -8.5 45 -4 48.5 0 48.5 C 4 48.5 8.5 45 8.5 31 Z" fill={paint.tongue} />
          <path d="M0 34 V41" stroke={paint.ink} opacity={0.35} {...pen} strokeWidth={2} />
        </g>
      )}
      <path d="M0 21 V28 M-15 28 C -12 34.5 -3 35 0 28 C 3 35 12 34.5 15 28" stroke={paint.ink} {...pen} />
    </g>
  );
}

function Ears({ mood }: { mood: DogHeadProps["mood"] }) {
  const raised = mood === "puzzled" ? "rotate(-16 28 -40)" : undefined;
  return (
    <g fill={paint.furDeep}>
      <path d="M-24 -45 C -38 -52 -55 -44 -62 -26 C -69 -8 -70 14 -62 23 C -54 31 -44 20 -42 6 C -40 -10 -33 -20 -24 -28 C -18 -34 -18 -42 -24 -45 Z" />
      <path
        transform={raised}
        d="M24 -45 C 38 -52 55 -44 62 -26 C 69 -8 70 14 62 23 C 54 31 44 20 42 6 C 40 -10 33 -20 24 -28 C 18 -34 18 -42 24 -45 Z"
      />
    </g>
  );
}
