import { environment } from './environment.mjs'

/** Loaded before the server by `npm run demo:billing` to set its clock ahead of the machine's. */
const aheadMs = Number(environment.CLOCK_AHEAD_MS ?? 0)
const MachineDate = Date
const now = () => MachineDate.now() + aheadMs

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, args, created) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, created),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
