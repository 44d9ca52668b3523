import { countryOptions } from '@coffer/contract/countries'
import { useMemo } from 'react'
import { useFormat } from './use-format.ts'

/** All countries as the options of a select. */
export function useCountryOptions(): { value: string; label: string }[] {
  const { locale } = useFormat()
  return useMemo(
    () => countryOptions(locale).map(({ code, name }) => ({ value: code, label: name })),
    [locale],
  )
}
