import { t } from "@lingui/core/macro";
import { useId } from "react";
import { CatHead } from "./cat-head.tsx";
import { SittingDog } from "./dog.tsx";
import { PawPrint, Picture, type PictureProps, paint, pen } from "./picture.tsx";

export function HeroScene(props: PictureProps) {
  const clip = useId();
  return (
    <Picture viewBox="0 0 640 520" width={640} height={520} {...props}>
      <clipPath id={clip}>
        <path d={SKY} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width={640} height={520} fill={paint.sky} />
        <Day />
        <Night />
        <path d="M0 396 C 90 300 190 316 282 352 C 380 300 500 270 640 372 V520 H0 Z" fill={paint.hillDeep} />
      </g>
      <Tree />
      <path
        d="M14 452 C 40 394 180 366 320 368 C 462 366 600 394 626 452 C 642 492 520 504 320 504 C 120 504 -2 492 14 452 Z"
        fill={paint.hill}
      />
      <Grass />
      <g transform="translate(252 296) rotate(-5)">
        <g transform="translate(-36 -184) rotate(4)">
          <CatHead look={0.8} mood="wide" />
        </g>
        <Letter />
        <CatPaws />
      </g>
      <path
        d="M476 352 C 452 336 436 344 420 334 C 404 324 392 330 378 322"
        stroke={paint.amber}
        {...pen}
        strokeWidth={4}
        strokeDasharray="0.1 11"
      />
      <ellipse cx={508} cy={486} rx={92} ry={8} fill={paint.leafDeep} opacity={0.35} />
      <g transform="translate(394 190) scale(1.14)">
        <SittingDog level={0.7} look={-0.7} />
      </g>
      <Ball />
    </Picture>
  );
}

const SKY =
  "M36 262 C 24 134 146 34 306 28 C 474 22 606 112 606 256 C 606 340 622 410 596 462 H 60 C 30 410 44 330 36 262 Z";

function Day() {
  return (
    <g className="dark:hidden">
      <circle cx={500} cy={118} r={54} fill={paint.glow} opacity={0.3} />
      <circle cx={500} cy={118} r={38} fill={paint.glow} />
      <g fill={paint.cloud}>
        <path d="M304 104 C 304 90 320 82 332 90 C 338 74 364 74 370 92 C 384 88 396 96 396 106 C 396 112 392 114 386 114 H 314 C 308 114 304 110 304 104 Z" />
        <path d="M544 196 C 544 186 556 180 565 186 C 570 174 590 174 595 188 C 606 186 614 192 614 199 C 614 204 610 205 606 205 H 552 C 547 205 544 201 544 196 Z" />
      </g>
    </g>
  );
}

function Night() {
  return (
    <g className="hidden dark:block">
      <circle cx={500} cy={118} r={40} fill={paint.glow} />
      <circle cx={518} cy={106} r={35} fill={paint.sky} />
      <g fill={paint.furPale}>
        {STARS.map(([x, y, size]) => (
          <path
            key={`${x}-${y}`}
            transform={`translate(${x} ${y}) scale(${size})`}
            d="M0 -6 C 0.8 -1.6 1.6 -0.8 6 0 C 1.6 0.8 0.8 1.6 0 6 C -0.8 1.6 -1.6 0.8 -6 0 C -1.6 -0.8 -0.8 -1.6 0 -6 Z"
          />
        ))}
      </g>
    </g>
  );
}

const STARS: [number, number, number][] = [
  [330, 84, 1],
  [392, 140, 0.7],
  [420, 66, 0.8],
  [560, 196, 0.8],
  [446, 196, 0.6],
  [250, 72, 0.7],
  [574, 276, 0.6],
];

function Tree() {
  return (
    <g>
      <path
        d="M88 412 C 98 372 98 322 92 270 H 118 C 114 318 116 372 130 412 C 116 418 100 418 88 412 Z"
        fill={paint.trunk}
      />
      <path d="M104 306 C 116 294 126 288 138 284" stroke={paint.trunk} {...pen} strokeWidth={9} />
      <path
        d="M42 250 C 14 240 12 198 38 186 C 30 150 66 126 94 140 C 112 112 162 122 164 158 C 194 164 200 208 172 224 C 172 254 134 268 112 252 C 94 272 58 272 42 250 Z"
        fill={paint.leaf}
      />
      <path
        d="M42 250 C 14 240 12 198 38 186 C 36 212 58 226 82 218 C 96 240 136 240 146 218 C 156 224 166 226 172 224 C 172 254 134 268 112 252 C 94 272 58 272 42 250 Z"
        fill={paint.leafDeep}
        opacity={0.55}
      />
      <path
        d="M66 176 C 70 168 78 164 86 164 M120 156 C 128 154 136 158 140 166"
        stroke={paint.leafDeep}
        {...pen}
        opacity={0.7}
      />
    </g>
  );
}

function Grass() {
  return (
    <g>
      <path
        d="M60 446 L56 432 M66 446 L68 428 M72 447 L78 434 M356 478 L352 464 M362 478 L364 460 M368 479 L374 466 M586 448 L583 436 M592 448 L595 432 M180 478 L177 467 M186 478 L189 463"
        stroke={paint.leaf}
        {...pen}
      />
      {FLOWERS.map(([x, y, petal]) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <path d="M0 0 V14" stroke={paint.leaf} {...pen} strokeWidth={2.4} />
          <g fill={petal}>
            {[0, 72, 144, 216, 288].map((angle) => (
              <ellipse key={angle} cy={-5} rx={3.1} ry={4.2} transform={`rotate(${angle})`} />
            ))}
          </g>
          <circle r={2.6} fill={paint.amber} />
        </g>
      ))}
    </g>
  );
}

const FLOWERS: [number, number, string][] = [
  [52, 462, paint.furPale],
  [98, 470, paint.blush],
  [322, 474, paint.furPale],
  [604, 458, paint.blush],
];

function CatPaws() {
  return (
    <g>
      <path d="M-84 -154 C -86 -140 -82 -130 -72 -130 C -62 -130 -58 -140 -60 -154 Z" fill={paint.catPale} />
      <path d="M-10 -154 C -12 -140 -8 -130 2 -130 C 12 -130 16 -140 14 -154 Z" fill={paint.catPale} />
      <path
        d="M-76 -138 V-132 M-68 -138 V-132 M-2 -138 V-132 M6 -138 V-132"
        stroke={paint.catDeep}
        {...pen}
        strokeWidth={2.2}
        opacity={0.7}
      />
    </g>
  );
}

function Ball() {
  return (
    <g transform="translate(398 484)">
      <circle r={17} fill={paint.teal} />
      <path d="M-15 -8 C -5 -3 5 -3 15 -8 M-15 8 C -5 3 5 3 15 8" stroke={paint.furPale} {...pen} opacity={0.85} />
    </g>
  );
}

/** 260 by 290 units around the origin. */
export function Letter() {
  return (
    <g>
      <path d="M-124 -136 L 136 -142 L 136 156 L -120 156 Z" fill={paint.ink} opacity={0.09} />
      <path
        d="M-130 -136 Q -130 -146 -120 -146 H 122 Q 132 -146 132 -136 V 106 L 92 148 H -120 Q -130 148 -130 138 Z"
        fill={paint.paper}
      />
      <path d="M132 106 L 92 148 C 97 134 97 122 94 112 C 106 115 120 113 132 106 Z" fill={paint.paperShade} />
      <text
        className="rtl:[translate:204px]"
        x={-102}
        y={-78}
        fill={paint.ink}
        style={{
          fontFamily: "var(--face-display)",
          // From the paper's edge, whichever way the page is read.
          direction: "ltr",
          fontSize: 34,
          fontWeight: 600,
          fontVariationSettings: '"SOFT" 100',
        }}
      >
        {t`Dear human,`}
      </text>
      <g stroke={paint.paperLine} {...pen} strokeWidth={4}>
        {LINES.map((line) => (
          <path key={line} d={line} />
        ))}
      </g>
      <path
        d="M-102 106 C -92 92 -86 92 -88 104 C -90 116 -76 108 -70 100 C -66 96 -62 100 -66 106 C -68 112 -56 108 -48 100"
        stroke={paint.furDeep}
        {...pen}
        strokeWidth={4}
      />
      <PawPrint x={-14} y={102} scale={1.7} turn={-10} fill={paint.fur} />
    </g>
  );
}

const LINES = [
  words(-102, -40, [7, 4, 9]),
  words(-102, -10, [4, 8, 5, 3]),
  words(-102, 20, [6, 3, 10]),
  words(-102, 50, [9, 5]),
];

function words(left: number, y: number, lengths: number[]): string {
  let x = left;
  return lengths
    .map((length) => {
      const word = `M${x} ${y} ${"q 2.25 -7 4.5 0 t 4.5 0 ".repeat(length - 1)}`;
      x += (length - 1) * 9 + 15;
      return word;
    })
    .join(" ");
}
