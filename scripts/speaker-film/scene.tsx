import { paint, pen } from "@/components/art/paint.ts";
import { PawPrint } from "@/components/art/paw-print.tsx";
import { Picture } from "@/components/art/picture.tsx";
import { ball, cameraAt, DURATION, mix, rainAt } from "./plot.ts";
import { TAG, WalkingDog } from "./walking-dog.tsx";

export const WIDTH = 960;
export const HEIGHT = 540;
const DOG = { x: 440, y: 462, scale: 1.12 };
const STRIDES = 14;

/** One picture of the film. `level` 0..1 is how loud the dog speaks at that moment. */
export function Scene({ time, level }: { time: number; level: number }) {
  const { zoom, tag } = cameraAt(time);
  const x = mix(WIDTH / 2, DOG.x + TAG.x * DOG.scale - 40, tag);
  const y = mix(HEIGHT / 2, DOG.y + (TAG.y - 40) * DOG.scale, tag);
  const wet = rainAt(time);
  return (
    <Picture viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT}>
      <rect width={WIDTH} height={HEIGHT} fill={paint.sky} />
      <g transform={`translate(${WIDTH / 2} ${HEIGHT / 2}) scale(${zoom}) translate(${-x} ${-y})`}>
        <Sky time={time} wet={wet} />
        <Park time={time} />
        <rect x={-100} y={-100} width={WIDTH + 200} height={HEIGHT + 200} fill={paint.tealDeep} opacity={wet * 0.16} />
        <path d="M494 258 C 430 190 330 120 300 -40" stroke={paint.trunk} {...pen} strokeWidth={5} />
        <Ball time={time} />
        <g transform={`translate(${DOG.x} ${DOG.y}) scale(${DOG.scale})`}>
          <WalkingDog stride={(time / DURATION) * STRIDES} level={level} />
        </g>
        <Meadow time={time} />
        <Rain time={time} wet={wet} />
      </g>
    </Picture>
  );
}

/** An x position that moves to the left and comes back from the right; after `DURATION` it is where it began. */
const drift = (x: number, time: number, rounds: number, period: number): number =>
  ((((x - (time / DURATION) * rounds * period) % period) + period) % period) - 160;

function Sky({ time, wet }: { time: number; wet: number }) {
  return (
    <g>
      <g opacity={1 - wet * 0.75}>
        <circle cx={770} cy={110} r={74} fill={paint.glow} opacity={0.3} />
        <circle cx={770} cy={110} r={52} fill={paint.glow} />
      </g>
      {CLOUDS.map(([x, y, size]) => (
        <path
          key={x}
          transform={`translate(${drift(x, time, 1, 1280)} ${y}) scale(${size})`}
          d="M0 24 C 0 10 16 2 28 10 C 34 -6 60 -6 66 12 C 80 8 92 16 92 26 C 92 32 88 34 82 34 H 10 C 4 34 0 30 0 24 Z"
          fill={paint.cloud}
        />
      ))}
    </g>
  );
}

const CLOUDS: [number, number, number][] = [
  [120, 60, 1.5],
  [520, 110, 1.1],
  [900, 50, 1.7],
  [1120, 130, 1],
];

function Park({ time }: { time: number }) {
  const far = [0, 640, 1280];
  return (
    <g>
      {far.map((x) => (
        <path
          key={x}
          transform={`translate(${x - (((time / DURATION) * 640) % 640)} 0)`}
          d="M0 350 C 110 250 210 262 320 320 C 430 250 540 262 641 351 V 700 H 0 Z"
          fill={paint.hillDeep}
        />
      ))}
      {TREES.map(([x, size]) => (
        <g key={x} transform={`translate(${drift(x, time, 2, 1280)} 400) scale(${size})`}>
          <path d="M-14 10 C -6 -30 -6 -80 -10 -130 H 14 C 10 -80 12 -30 20 10 Z" fill={paint.trunk} />
          <path
            d="M-64 -128 C -92 -138 -94 -180 -68 -192 C -76 -228 -40 -252 -12 -238 C 6 -266 56 -256 58 -220 C 88 -214 94 -170 66 -154 C 66 -124 28 -110 6 -126 C -12 -106 -48 -106 -64 -128 Z"
            fill={paint.leaf}
          />
          <path
            d="M-64 -128 C -92 -138 -94 -180 -68 -192 C -70 -166 -48 -152 -24 -160 C -10 -138 30 -138 40 -160 C 50 -154 60 -152 66 -154 C 66 -124 28 -110 6 -126 C -12 -106 -48 -106 -64 -128 Z"
            fill={paint.leafDeep}
            opacity={0.55}
          />
        </g>
      ))}
      <rect x={-200} y={396} width={WIDTH + 400} height={400} fill={paint.hill} />
      <rect x={-200} y={432} width={WIDTH + 400} height={58} fill={paint.paperShade} />
      {[0, 1, 2, 3, 4, 5, 6, 7].map((step) => (
        <PawPrint
          key={step}
          x={drift(step * 160, time, 4, 1280)}
          y={step % 2 === 0 ? 470 : 456}
          turn={90}
          scale={0.8}
          fill={paint.trunk}
          opacity={0.16}
        />
      ))}
    </g>
  );
}

const TREES: [number, number][] = [
  [40, 1.1],
  [420, 0.85],
  [760, 1.25],
  [1060, 0.9],
];

/** The meadow in front of the dog, which moves faster than the background. */
function Meadow({ time }: { time: number }) {
  return (
    <g>
      {[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((tuft) => (
        <g
          key={tuft}
          transform={`translate(${drift(tuft * 128 + (tuft % 3) * 30, time, 4, 1280)} ${504 + (tuft % 3) * 12})`}
        >
          <path d="M-8 8 L -12 -10 M0 8 L 1 -16 M8 8 L 14 -8" stroke={paint.leaf} {...pen} strokeWidth={4} />
          {tuft % 2 === 0 && (
            <g transform="translate(26 -6)">
              <path d="M0 0 V16" stroke={paint.leaf} {...pen} />
              <g fill={tuft % 4 === 0 ? paint.furPale : paint.blush}>
                {[0, 72, 144, 216, 288].map((angle) => (
                  <ellipse key={angle} cy={-7} rx={4.4} ry={6} transform={`rotate(${angle})`} />
                ))}
              </g>
              <circle r={3.6} fill={paint.amber} />
            </g>
          )}
        </g>
      ))}
    </g>
  );
}

function Rain({ time, wet }: { time: number; wet: number }) {
  if (wet === 0) return null;
  const drops = Array.from({ length: 90 }, (_, drop) => {
    // Steps by the plastic number's powers scatter the drops evenly and never fall into line.
    const x = (drop * 875.7) % (WIDTH + 200);
    const y = ((drop * 376.1 + time * 620) % (HEIGHT + 120)) - 60;
    return `M${x - 60} ${y} l -5 20`;
  });
  return <path d={drops.join(" ")} stroke={paint.teal} {...pen} strokeWidth={2.6} opacity={wet * 0.6} />;
}

/** A ball that is thrown from behind the dog, bounces once and leaves the picture. */
function Ball({ time }: { time: number }) {
  const done = (time - ball.from) / (ball.to - ball.from);
  if (done <= 0 || done >= 1) return null;
  const bounce = done < 0.55 ? done / 0.55 : (done - 0.55) / 0.45;
  const height = (done < 0.55 ? 300 : 130) * 4 * bounce * (1 - bounce);
  return (
    <g transform={`translate(${mix(-60, WIDTH + 80, done)} ${452 - height}) rotate(${done * 900})`}>
      <circle r={19} fill={paint.teal} />
      <path d="M-17 -9 C -6 -4 6 -4 17 -9 M-17 9 C -6 4 6 4 17 9" stroke={paint.furPale} {...pen} opacity={0.85} />
    </g>
  );
}
