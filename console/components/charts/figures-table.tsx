import { VisuallyHidden } from '@mantine/core';

interface FiguresTableProps {
  caption: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Text alternative of a chart. */
export function FiguresTable({ caption, heads, rows }: FiguresTableProps) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell, position) => (
                <td key={heads[position]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
