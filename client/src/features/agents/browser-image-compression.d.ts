// The package's own types describe its CommonJS build, whose default export is one level deeper.
declare module "browser-image-compression/dist/browser-image-compression.mjs" {
  type Options = import("browser-image-compression").Options;
  export default function compress(image: File, options: Options): Promise<File>;
}
