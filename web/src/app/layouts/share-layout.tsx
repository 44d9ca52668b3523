import { ShareGate } from '../../pages/guest/share-gate.tsx'
import { OpenHead } from './open-head.tsx'
import classes from './share-layout.module.css'

/** The pages of a link: the list scrolls below its head. */
export function ShareLayout() {
  return (
    <div className={classes.page}>
      <OpenHead />
      <main className={classes.main}>
        <ShareGate />
      </main>
    </div>
  )
}
