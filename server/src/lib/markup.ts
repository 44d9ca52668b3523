const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for markup, including attribute values. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '')
