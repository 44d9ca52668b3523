import { CircleAlert } from 'lucide-react'
import classes from './form-failure.module.css'

/** What stopped the whole form, above its button and read out as it appears. */
export function FormFailure({ children }: { children: string | null }) {
  return (
    <div role="alert" className={classes.place}>
      {children && (
        <p className={classes.failure}>
          <CircleAlert size={18} strokeWidth={1.75} aria-hidden />
          {children}
        </p>
      )}
    </div>
  )
}
