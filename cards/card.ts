import {
  App,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  type McpUiHostContext,
} from '@modelcontextprotocol/ext-apps';
import './card.css';
import { cardsIn } from './view/cards.ts';
import { h } from './view/element.ts';
import { hostOf, type ToolResult } from './view/host.ts';
import { readShop } from './view/shop.ts';

const shop = readShop();
const main = h('main', { 'aria-busy': true });
document.title = shop.name;
document.body.append(h('header', {}, h('h1', {}, shop.name)), main);

const app = new App({ name: 'ucp-host-cards', version: '1.0.0' }, {});
let early: ToolResult | undefined;
let show = (result: ToolResult): void => {
  early = result;
};
app.addEventListener('toolresult', (result) => show(result as ToolResult));
app.addEventListener('hostcontextchanged', applyContext);
await app.connect();
applyContext(app.getHostContext() ?? {});
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
}
