/** @returns whether the browser allowed writing to the clipboard */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    // Undefined on pages without HTTPS.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
