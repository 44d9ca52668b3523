const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as it stands in markup, also between quotes. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, found => ENTITIES[found] ?? '')
