import { useMatches } from '@tanstack/react-router'
import type { Section } from '../section.ts'

/** APP-7: returns the section of the top-level route that has one. */
export const useSection = (): Section | undefined =>
  useMatches({
    select: matches => matches.find(match => match.staticData.section)?.staticData.section,
  })
