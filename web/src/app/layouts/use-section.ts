import { useMatches } from '@tanstack/react-router'
import type { Section } from '../section.ts'

/** Spec §2: the section whose name the top-level matched route carries. */
export const useSection = (): Section | undefined =>
  useMatches({
    select: matches => matches.find(match => match.staticData.section)?.staticData.section,
  })
