import type { Plugin } from 'vite';
import { renderGuides } from './render-guides.ts';

const TEMPLATE = 'guides.html';

/** Vite plugin: renders docs/ into pages of `guides/`, with their pictures among the assets. */
export const guides: Plugin = {
  name: 'guides',
  apply: 'build',
  generateBundle: {
    // Behind the plugin that writes the template with the names of its assets.
    order: 'post',
    async handler(_options, bundle) {
      const template = bundle[TEMPLATE];
      if (template?.type !== 'asset') throw new Error(`${TEMPLATE} is not among the pages of the console.`);
      const addPicture = (path: string, source: Buffer) => {
        const reference = this.emitFile({ type: 'asset', name: path.replaceAll('/', '-'), source });
        return `/console/${this.getFileName(reference)}`;
      };
      const { pages, searched } = await renderGuides(toTemplate(String(template.source)), addPicture);
      for (const [name, source] of pages)
        this.emitFile({ type: 'asset', fileName: `guides/${name}.html`, source });
      this.emitFile({ type: 'asset', fileName: 'guides/search.json', source: JSON.stringify(searched) });
      delete bundle[TEMPLATE];
    },
  },
};

/** The theme that a reader chose must be known before the page is painted. */
function toTemplate(html: string): string {
  return html.replace('<script type="module"', '<script type="module" blocking="render"');
}
