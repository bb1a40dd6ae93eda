import type { ReactNode } from "react";
import { readMarkdown } from "#shared/markdown.ts";
import type { Piece } from "#shared/markdown-inline.ts";

type LightTextProps = {
  text: string;
  /** Shows a piece of plain text, for example with searched words marked. */
  show?: (text: string) => ReactNode;
};

export const LightText = ({ text, show = (plain) => plain }: LightTextProps) => (
  <Pieces pieces={readMarkdown(text)} show={show} />
);

function Pieces({ pieces, show }: { pieces: readonly Piece[]; show: (text: string) => ReactNode }) {
  return pieces.map((piece, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces hold no state, and a growing reply only adds some at its end
    return <ShownPiece key={index} piece={piece} show={show} />;
  });
}

function ShownPiece({ piece, show }: { piece: Piece; show: (text: string) => ReactNode }) {
  switch (piece.kind) {
    case "text":
      return <span>{show(piece.text)}</span>;
    case "address":
      return <span>{show(` (${piece.address})`)}</span>;
    case "bullet":
      return <span>• </span>;
    case "break":
      return null;
    case "code":
      return <code className="rounded-sm bg-surface-sunken px-1 text-[0.9em]">{show(piece.text)}</code>;
    case "strong":
      return (
        <strong>
          <Pieces pieces={piece.pieces} show={show} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Pieces pieces={piece.pieces} show={show} />
        </em>
      );
  }
}
