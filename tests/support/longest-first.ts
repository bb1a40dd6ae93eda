import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Small files whose tests take long: by its size, one of them would begin last, and run on alone. */
const LONG = [
  ...["danger-table.test.ts", "recognize.test.ts", "extract.test.ts", "labels.test.ts"],
  ...["setup-interview.test.tsx", "emergency.api.test.ts", "open-questions.api.test.ts", "papers.api.test.ts"],
  ...["fuzz.slow.test.ts", "real-pdfs.slow.test.ts", "serve.slow.test.ts"],
];

/** As without it, by size or by what was measured in the run before, but for the long ones. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const orderOf = ({ project, moduleId }: TestSpecification) =>
      2 * project.config.sequence.groupOrder + (LONG.some((name) => moduleId.endsWith(`/${name}`)) ? 0 : 1);
    return sorted.sort((one, other) => orderOf(one) - orderOf(other));
  }
}
