/** Instructions for serving `/.well-known/ucp` on the shop's domain. */
export interface Recipe {
  id: string;
  title: string;
  /** `redirect`: only agents that follow redirects find the store. `direct`: all do. `advice`: nothing to paste. */
  kind: 'redirect' | 'direct' | 'advice';
  /** Syntax highlighting: `nginx`, `apache`, `javascript`, `json`, `text`. */
  language: string;
  text: string;
  note: string;
}
