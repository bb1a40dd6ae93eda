import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";
import { looseText } from "./loose-text.ts";

const file = fileURLToPath(new URL("../client/src/made-up.tsx", import.meta.url));
const options = { jsx: ts.JsxEmit.ReactJSX, strict: true, skipLibCheck: true, types: [] };

/** Components with which text is loose, each on a line, and those with which it is not. */
const components = `
import { createContext, type ReactNode, Suspense } from "react";
type Props = { name: string; count: number; isBusy: boolean; children: ReactNode; icon: React.ReactElement };
const Names = createContext<string[]>([]);
export const Loose1 = ({ isBusy }: Props) => <p>{isBusy && <i />}Save</p>;
export const Loose2 = ({ name }: Props) => <p>Chat with {name}</p>;
export const Loose3 = ({ count, icon }: Props) => <p>{icon}{count}</p>;
export const Loose4 = ({ isBusy }: Props) => <p>{isBusy ? "Saving..." : "Save"}<i /></p>;
export const Loose5 = ({ isBusy }: Props) => <p><i />{isBusy && "Saving..."}</p>;
export const Loose6 = ({ children }: Props) => <p><i />{children}</p>;
export const Loose7 = ({ name }: Props) => <p>{[name, name].map((each) => (each === "" ? <i /> : each))}</p>;
export const Loose8 = ({ name }: Props) => <><i /><>{name}</></>;
export const Loose9 = ({ name }: Props) => <p><i /><Suspense>{name}</Suspense></p>;
export const Loose10 = ({ name }: Props) => <p><i /><Names value={[]}>{name}</Names></p>;
export function Loose11({ name, isBusy }: Props) { return isBusy ? <i /> : name; }
export const Loose12 = ({ children }: Props) => children;
export const Fine1 = ({ isBusy }: Props) => <p>{isBusy && <i />}<span>Save</span></p>;
export const Fine2 = ({ name }: Props) => <p>{\`Chat with \${name}\`}</p>;
export const Fine3 = ({ isBusy }: Props) => <p>{isBusy ? "Saving..." : <i />}</p>;
export const Fine4 = ({ name, icon }: Props) => <p>{name && <i />}{icon}{[1, 2].map((each) => <b key={each}>{each}</b>)}</p>;
export const Fine5 = ({ children }: Props) => <p><i /><span>{children}</span></p>;
export const Fine6 = ({ icon }: Props) => <Suspense>{/* no text */}{icon}</Suspense>;
`;

it("finds text that is not alone in its element, in whatever way it comes there [T149]", () => {
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile;
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, components, ts.ScriptTarget.Latest, true) : readSource(name, ...rest);
  const found = looseText([file], options, host).map((place) => Number(/:(\d+):/.exec(place)?.[1]));
  const expected = components.split("\n").flatMap((line, index) => (/ Loose\d/.test(line) ? [index + 1] : []));
  expect([...new Set(found)]).toEqual(expected);
});
