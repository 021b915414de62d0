import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const SYSTEM_FONTS =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif';

/** Cool grays from text to ground, brighter in their text than Mantine's own. */
const DARK: MantineColorsTuple = [
  '#e3e5e9',
  '#b9bdc5',
  '#8b909a',
  '#6d727c',
  '#3c414b',
  '#2f343d',
  '#23272f',
  '#181b21',
  '#121419',
  '#0c0e12',
];

export const theme = createTheme({
  primaryColor: 'indigo',
  colors: { dark: DARK },
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: SYSTEM_FONTS,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontFamily: SYSTEM_FONTS,
    fontWeight: '600',
    sizes: {
      h3: { fontSize: '1.375rem', lineHeight: '1.3' },
      h4: { fontSize: '1rem', lineHeight: '1.4' },
      h5: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  components: {
    // Tables and rows would cut a badge's words to an ellipsis.
    Badge: {
      defaultProps: { variant: 'light', miw: 'max-content' },
      styles: { label: { textTransform: 'none' } },
    },
    Button: { styles: { label: { fontWeight: 500 } } },
    SegmentedControl: { styles: { label: { fontWeight: 500 } } },
    InputWrapper: { styles: { label: { fontSize: '0.8125rem' } } },
    // Without a transition, whose end waits for frames: a tab that draws none keeps the overlay of a closed dialog over the page.
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps: { duration: 0 },
      },
    },
    // In a dialog, assistive technology would take it for the header of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Table: {
      styles: {
        table: { fontSize: '0.8125rem' },
        th: { fontSize: '0.75rem', fontWeight: 500, color: 'var(--mantine-color-dimmed)' },
      },
    },
    PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true } } },
  },
});

/** Text on a tinted ground, dark enough to be read; Mantine's own fall below 4.5:1. */
const TEXT_ON_TINT: Record<string, [light: string, dark: string]> = {
  gray: ['#3d444b', '#dee2e6'],
  red: ['#a51111', '#ffc9c9'],
  orange: ['#8a3403', '#ffd8a8'],
  yellow: ['#754600', '#ffec99'],
  green: ['#1a5e2a', '#b2f2bb'],
  teal: ['#05573f', '#96f2d7'],
  blue: ['#124f87', '#a5d8ff'],
  indigo: ['#2b44ad', '#bac8ff'],
  violet: ['#5030b0', '#d0bfff'],
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#565e66',
    '--mantine-color-placeholder': '#6a7178',
    '--mantine-color-error': '#b51a1a',
    '--mantine-color-anchor': '#2f4cc7',
    ...onTint(0),
  },
  dark: {
    '--mantine-color-dimmed': '#b0b5be',
    '--mantine-color-placeholder': '#9a9da2',
    '--mantine-color-error': '#ff9c9c',
    '--mantine-color-anchor': '#a9bbff',
    ...onTint(1),
  },
});

function onTint(scheme: 0 | 1): Record<string, string> {
  return Object.fromEntries(
    Object.entries(TEXT_ON_TINT).map(([color, pair]) => [
      `--mantine-color-${color}-light-color`,
      pair[scheme],
    ]),
  );
}
