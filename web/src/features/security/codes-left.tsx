import { useQuery } from '@tanstack/react-query'
import { CircleAlert, LifeBuoy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { codesLeftQuery } from './recovery-codes.api.ts'
import classes from './security.module.css'

/** Of ten: who has lost his phone uses up two or three before all is well again. */
const FEW = 3

/** Whoever finds out at sign-in that there is none left is out. */
export function CodesLeft() {
  const { t } = useTranslation()
  const { data: left } = useQuery(codesLeftQuery)
  if (left === undefined) return null
  const isFew = left <= FEW
  const Icon = isFew ? CircleAlert : LifeBuoy
  return (
    <p className={classes.left} data-few={isFew || undefined}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span>
        {t('two_factor.codes_left', { count: left })}
        {isFew && ` · ${t('two_factor.codes_few')}`}
      </span>
    </p>
  )
}
