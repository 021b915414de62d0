import { foldText } from '../../search/index.ts';
import type { Product, SelectedOption, Variant } from '../commerce/product/products.ts';

/** Properties that readers of feeds have fields for. */
type Property = 'color' | 'size' | 'material' | 'pattern' | 'gender' | 'ageGroup' | 'condition' | 'mpn';

/** Names under which shops have them, folded. */
const NAMES: Readonly<Record<Property, string>> = {
  color: 'color colour farbe couleur colore kleur cor farg farve kolor vari',
  size: 'size grosse taille talla taglia tamano tamanho maat storlek storrelse rozmiar koko',
  material: 'material materials stoff matiere materiale materiaal tessuto tkanina',
  pattern: 'pattern muster motif motivo dessin estampado',
  gender: 'gender geschlecht genre sexe genere geslacht',
  ageGroup: 'age_group age altersgruppe alter',
  condition: 'condition zustand etat condizione estado',
  mpn: 'mpn manufacturer_part_number part_number herstellernummer teilenummer',
};

const PROPERTIES = toWords(NAMES);

/** Values that readers know, by the words that shops write. */
const VALUES: Readonly<Partial<Record<Property, ReadonlyMap<string, string>>>> = {
  gender: toWords({
    male: 'male men man mens boys herren homme hombre uomo',
    female: 'female women woman womens girls ladies damen femme mujer donna',
    unisex: 'unisex',
  }),
  ageGroup: toWords({
    newborn: 'newborn',
    infant: 'infant baby',
    toddler: 'toddler',
    kids: 'kids children child kinder',
    adult: 'adult adults erwachsene',
  }),
  condition: toWords({ new: 'new neu neuf', refurbished: 'refurbished renewed', used: 'used gebraucht' }),
};

function toWords<Value extends string>(words: Readonly<Record<Value, string>>): Map<string, Value> {
  const entries = Object.entries<string>(words) as [Value, string][];
  return new Map(entries.flatMap(([value, texts]) => texts.split(' ').map((text) => [text, value])));
}

interface Properties {
  values: Partial<Record<Property, string>>;
  /** Properties that readers have no field for. */
  others: SelectedOption[];
}

/** Reads the options of a variant and the properties of its product; the variant's own win. */
export function readProperties({ attributes = [] }: Product, { options = [] }: Variant): Properties {
  const properties: Properties = { values: {}, others: [] };
  const common = attributes.map(({ name, values }) => ({ name, value: values.join(', ') }));
  for (const option of [...options, ...common]) {
    const property = PROPERTIES.get(foldText(option.name).trim().replaceAll(/\s+/g, '_'));
    const value = property && readValue(property, option.value);
    if (value === undefined) properties.others.push(option);
    else if (property) properties.values[property] ??= value;
  }
  return properties;
}

function readValue(property: Property, text: string): string | undefined {
  const words = VALUES[property];
  return words ? words.get(foldText(text).replaceAll(/[^a-z]/g, '')) : text;
}
