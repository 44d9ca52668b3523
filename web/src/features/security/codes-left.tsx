import { useQuery } from '@tanstack/react-query'
import { CircleAlert, LifeBuoy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { codesLeftQuery } from './recovery-codes.api.ts'
import classes from './security.module.css'

/** With this many codes left or fewer, a warning is shown. */
const WARNING_COUNT = 3

/** The number of remaining recovery codes, so that users notice in time when they run out. */
export function CodesLeft() {
  const { t } = useTranslation()
  const { data: left } = useQuery(codesLeftQuery)
  if (left === undefined) return null
  const isFew = left <= WARNING_COUNT
  const Icon = isFew ? CircleAlert : LifeBuoy
  return (
    <p className={classes.codesLeft} data-few={isFew || undefined}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span>
        {t('two_factor.codes_left', { count: left })}
        {isFew && ` · ${t('two_factor.codes_few')}`}
      </span>
    </p>
  )
}
