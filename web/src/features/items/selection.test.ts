import { describe, expect, test } from 'vitest'
import {
  clear,
  countOf,
  cursorStart,
  emptySelection,
  isSelected,
  locate,
  type Rows,
  rangeTo,
  type Selection,
  selectAll,
  selectOnly,
  selectRange,
  stepFrom,
  sweep,
  toggle,
  without,
} from './selection.ts'

/** Letters as rows; a dot is one that is not loaded. */
function rowsOf(letters: string): Rows {
  const ids = [...letters]
  return {
    total: ids.length,
    idAt: index => (ids[index] === '.' ? undefined : ids[index]),
    indexOf: id => ids.indexOf(id),
  }
}

const abc = rowsOf('abcdefgh')
const chosen = ({ ids }: Selection) => [...ids].sort().join('')

function shiftClick(selection: Selection, rows: Rows, index: number): Selection {
  const { from, to } = rangeTo(selection, rows, index)
  const ids = Array.from({ length: to - from + 1 }, (_, step) => rows.idAt(from + step) ?? '')
  return selectRange(selection, rows, index, ids)
}

describe('the mouse', () => {
  test('a click selects that item alone', () => {
    const selection = selectOnly(abc, 2)
    expect(chosen(selectOnly(abc, 4))).toBe('e')
    expect(chosen(selection)).toBe('c')
    expect(selection.cursor).toEqual({ id: 'c', index: 2 })
  })

  test('Ctrl adds to the selection and takes from it', () => {
    const two = toggle(selectOnly(abc, 1), abc, 3)
    expect(chosen(two)).toBe('bd')
    expect(chosen(toggle(two, abc, 1))).toBe('d')
  })

  test('Shift selects everything up to there, in both directions, from the same start', () => {
    const start = selectOnly(abc, 3)
    const down = shiftClick(start, abc, 5)
    expect(chosen(down)).toBe('def')
    expect(chosen(shiftClick(down, abc, 1))).toBe('bcd')
  })

  test('Shift goes on from where Ctrl was last', () => {
    expect(chosen(shiftClick(toggle(selectOnly(abc, 0), abc, 4), abc, 6))).toBe('efg')
  })

  test('Shift without a start selects that item alone', () => {
    expect(chosen(shiftClick(emptySelection, abc, 4))).toBe('e')
  })

  test('a row that is not loaded can not be toggled', () => {
    const rows = rowsOf('a.c')
    expect(toggle(emptySelection, rows, 1)).toBe(emptySelection)
    expect(chosen(selectOnly(rows, 1))).toBe('')
  })
})

describe('everything', () => {
  const all = selectAll(selectOnly(rowsOf('ab....'), 0))

  test('includes what is not loaded', () => {
    expect(countOf(all, 6)).toBe(6)
    expect(isSelected(all, 'never seen')).toBe(true)
  })

  test('but for what is taken out of it', () => {
    const fewer = toggle(all, rowsOf('ab....'), 1)
    expect(isSelected(fewer, 'b')).toBe(false)
    expect(isSelected(fewer, 'a')).toBe(true)
    expect(countOf(fewer, 6)).toBe(5)
  })

  test('Esc clears it and keeps the place', () => {
    const none = clear(all)
    expect(countOf(none, 6)).toBe(0)
    expect(none.cursor).toEqual({ id: 'a', index: 0 })
  })
})

describe('a list that changes', () => {
  test('does not change what is selected', () => {
    const selection = selectOnly(abc, 2)
    expect(isSelected(selection, 'c')).toBe(true)
    expect(locate(selection.cursor, rowsOf('xyabcdefgh'))).toBe(4)
  })

  test('keeps the place of what is gone', () => {
    expect(locate({ id: 'c', index: 2 }, rowsOf('abdefgh'))).toBe(2)
    expect(locate({ id: 'h', index: 7 }, rowsOf('abc'))).toBe(2)
    expect(locate({ id: 'a', index: 0 }, rowsOf(''))).toBeNull()
  })

  test('what is gone is selected no more', () => {
    expect(chosen(without(toggle(selectOnly(abc, 1), abc, 2), new Set(['b'])))).toBe('c')
  })

  test('a range starts where its first row has moved to', () => {
    expect(rangeTo(selectOnly(abc, 1), rowsOf('xxabcdefgh'), 6)).toEqual({ from: 3, to: 6 })
  })
})

describe('the keyboard', () => {
  const at = (index: number) => selectOnly(abc, index)

  test('the first key leads to the first row, End to the last', () => {
    expect(stepFrom(emptySelection, abc, 'down', 1)).toBe(0)
    expect(stepFrom(emptySelection, abc, 'last', 1)).toBe(7)
    expect(stepFrom(emptySelection, rowsOf(''), 'down', 1)).toBeNull()
  })

  test('arrows go row by row and stop at the ends', () => {
    expect(stepFrom(at(3), abc, 'down', 1)).toBe(4)
    expect(stepFrom(at(0), abc, 'up', 1)).toBe(0)
    expect(stepFrom(at(7), abc, 'down', 1)).toBe(7)
    expect(stepFrom(at(3), abc, 'right', 1)).toBe(3)
  })

  test('in a grid they go by lines and columns', () => {
    expect(stepFrom(at(1), abc, 'down', 3)).toBe(4)
    expect(stepFrom(at(4), abc, 'left', 3)).toBe(3)
    expect(stepFrom(at(6), abc, 'down', 3)).toBe(6)
  })

  test('pages go as far as there are rows', () => {
    expect(stepFrom(at(1), abc, 'page-down', 1)).toBe(7)
    expect(stepFrom(at(5), abc, 'page-up', 1)).toBe(0)
    expect(stepFrom(at(5), abc, 'first', 1)).toBe(0)
  })
})

describe('a band', () => {
  test('selects what it lies over, besides what was there', () => {
    expect(chosen(sweep(emptySelection, ['b', 'c']))).toBe('bc')
    expect(chosen(sweep(toggle(selectOnly(abc, 0), abc, 4), ['b', 'e']))).toBe('abe')
  })

  test('brings back what was left out of everything', () => {
    const some = toggle(toggle(selectAll(emptySelection), abc, 1), abc, 2)
    const after = sweep(some, ['b', 'd'])
    expect(['b', 'c', 'd'].map(id => isSelected(after, id))).toEqual([true, false, true])
  })

  test('leaves the keyboard where it ended', () => {
    expect(cursorStart(emptySelection, abc, 3).cursor).toEqual({ id: 'd', index: 3 })
  })
})
