/**
 * English forms that no stemmer joins, one for all: British spelling goes to American, irregular verbs and plurals to
 * their plain form, small numbers to digits.
 */
export function plainEnglish(word: string): string {
  return plainForms.get(word) ?? word.replace(british, "or$1");
}

// Six letters or more, so that hour, four, pour and tour stay.
const british = /(?<=^[a-z]{3,})our(s|ed|ing|ful|less|able|ite|ites|al|hood|hoods|y|er)?$/;

const plainForms = new Map<string, string>(
  `
  ate eat|eaten eat|bit bite|bitten bite|began begin|begun begin|blew blow|bought buy|broke break|broken break
  brought bring|built build|came come|caught catch|chose choose|chosen choose|drank drink|drunk drink|drove drive
  driven drive|dug dig|fed feed|fell fall|fallen fall|felt feel|flew fly|flown fly|forgot forget|forgotten forget
  fought fight|found find|gave give|given give|gone go|went go|grew grow|grown grow|heard hear|hid hide|hidden hide
  held hold|kept keep|knew know|known know|laid lay|lain lie|left leave|lost lose|made make|meant mean|met meet
  ran run|rang ring|rode ride|ridden ride|said say|sang sing|sung sing|sat sit|saw see|seen see|sent send
  shook shake|shaken shake|slept sleep|sold sell|spoke speak|spoken speak|spent spend|stole steal|stolen steal
  stood stand|stuck stick|swam swim|swum swim|taught teach|threw throw|thrown throw|told tell|took take|taken take
  tore tear|torn tear|thought think|understood understand|woke wake|woken wake|won win|wore wear|worn wear|wrote write
  written write
  children child|feet foot|geese goose|men man|mice mouse|people person|teeth tooth|wolves wolf
  women woman
  grey gray|mum mom|mummy mom|mommy mom|pyjamas pajamas|centre center|theatre theater|tyre tire|kerb curb
  two 2|three 3|four 4|five 5|six 6|seven 7|eight 8|nine 9|ten 10|eleven 11|twelve 12
  `
    .trim()
    .split(/\||\n\s*/)
    .map((pair): [string, string] => {
      const [form = "", plain = ""] = pair.split(" ");
      return [form, plain];
    }),
);
