import {
  App,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  type McpUiHostContext,
} from '@modelcontextprotocol/ext-apps';
import './card.css';
import { paint } from './view/brand.ts';
import { cardsIn } from './view/cards.ts';
import { h, picture } from './view/element.ts';
import { reportHeight } from './view/height.ts';
import { hostOf, type ToolResult } from './view/host.ts';
import { readShop } from './view/shop.ts';

const shop = readShop();
const main = h('main', { 'aria-busy': true });
document.title = shop.name;
document.body.append(h('header', {}, picture(shop.logo), h('h1', {}, shop.name)), main);

const app = new App({ name: 'ucp-host-cards', version: '1.0.0' }, {}, { autoResize: false });
let early: ToolResult | undefined;
let show = (result: ToolResult): void => {
  early = result;
};
app.addEventListener('toolresult', (result) => show(result as ToolResult));
app.addEventListener('hostcontextchanged', applyContext);
await app.connect();
reportHeight(app);
applyContext(app.getHostContext() ?? {});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => paint(shop.color));
const draw = cardsIn(main, shop, hostOf(app));
show = (result) => {
  main.removeAttribute('aria-busy');
  draw(result);
};
if (early) show(early);

function applyContext({ theme, styles }: McpUiHostContext): void {
  if (theme) applyDocumentTheme(theme);
  if (styles?.variables) applyHostStyleVariables(styles.variables);
  if (styles?.css?.fonts) applyHostFonts(styles.css.fonts);
  paint(shop.color);
}
