/** What is used of PDF.js. */
export interface PdfPage {
  getViewport(of: { scale: number }): Viewport;
  getTextContent(): Promise<{ items: readonly PdfItem[] }>;
  getAnnotations(): Promise<readonly PdfAnnotation[]>;
  /** Null unless the form is drawn by its own rules (XFA). */
  getXfa(): Promise<XfaNode | null>;
  cleanup(): void;
}

export interface PdfDocument {
  readonly isPureXfa: boolean;
  getPage(number: number): Promise<PdfPage>;
}

export interface Viewport {
  convertToViewportPoint(x: number, y: number): readonly number[];
  convertToViewportRectangle(rectangle: readonly number[]): readonly number[];
}

export interface PdfItem {
  str?: string;
  dir?: string;
  transform?: readonly number[];
  width?: number;
  height?: number;
  hasEOL?: boolean;
}

export interface PdfAnnotation {
  subtype?: string;
  rect: readonly number[];
  contentsObj?: { str: string };
  richText?: { str: string } | null;
  textContent?: readonly string[];
  /** `Tx`: text, `Ch`: a choice, `Btn`: buttons and boxes. */
  fieldType?: string | null;
  fieldName?: string;
  fieldValue?: string | readonly string[] | null;
  alternativeText?: string;
  hidden?: boolean;
  password?: boolean;
  options?: readonly { exportValue: string; displayValue: string }[];
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string | null;
}

export interface XfaNode {
  name: string;
  value?: string;
  attributes?: { value?: string; textContent?: string; type?: string; checked?: boolean; selected?: boolean };
  children?: readonly (XfaNode | undefined)[];
}
