import { CircleAlert } from 'lucide-react'
import classes from './form-failure.module.css'

/** The error of a whole form, announced when it appears above the button. */
export function FormFailure({ children }: { children: string | null }) {
  return (
    <div role="alert" className={classes.region}>
      {children && (
        <p className={classes.failure}>
          <CircleAlert size={18} strokeWidth={1.75} aria-hidden />
          {children}
        </p>
      )}
    </div>
  )
}
