import { createQuestionQueue } from '../../lib/question-queue.ts'
import type { Choices, Question } from './preflight.ts'

/** The questions of several drops. */
export const { openQuestion, ask } = createQuestionQueue<Question, Choices>()
