import { describe, expect, it } from 'vitest'
import { translations } from './index.ts'

const places = (message: string) => (message.match(/\{\{\w+\}\}/g) ?? []).sort()

describe.each(Object.entries(translations))('in %s', (_, messages) => {
  it('no message is empty', () => {
    expect(Object.entries(messages).filter(([, message]) => message.trim() === '')).toEqual([])
  })

  it('every message has the places that English has', () => {
    for (const [key, english] of Object.entries(translations.en))
      expect(places(messages[key as keyof typeof messages]), key).toEqual(places(english))
  })

  it('every counted message has both of its forms', () => {
    const counted = Object.entries(messages)
      .filter(([key, message]) => /_(one|other)$/.test(key) && message.includes('{{count}}'))
      .map(([key]) => key)
    for (const key of counted) {
      const other = key.endsWith('_one')
        ? key.replace(/_one$/, '_other')
        : key.replace(/_other$/, '_one')
      expect(Object.keys(messages)).toContain(other)
    }
  })
})
