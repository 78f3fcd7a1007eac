import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { useEffect, useState } from 'react';
import type { LegacyQuiz } from '../../shared/contract/legacyproofing.ts';
import { QueryState } from '../components/QueryState.tsx';
import { serverMessages } from '../components/serverError.ts';
import { useSingleMutation } from '../components/useSingleMutation.ts';
import { useApp } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { LogOutButton, OnboardingDialog } from './OnboardingDialog.tsx';
import { mayBeDone, useFailedStep } from './useStep.ts';

const texts = 'onboarding.legacy.quiz';

/** Questions of the provider, which repeats them while it returns another quiz (spec 2 section 4). */
export const QuizDialog = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const { refreshProfile } = useApp();
  const afterFailure = useFailedStep();
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const [isRepeated, setIsRepeated] = useState(false);
  const quiz = useQuery({
    queryKey: ['onboarding', 'quiz'],
    queryFn: () =>
      provider.legacyproofing.quiz({}).catch(async (refusal: unknown) => {
        await afterFailure(refusal);
        throw refusal;
      }),
    retry: false,
    // Data of a person stay in memory as long as the dialog.
    gcTime: 0,
  });
  const { data, refetch } = quiz;
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: async ({ quizId, questions }: LegacyQuiz) => {
      const body = {
        quizId,
        answers: questions.map(({ questionId }) => ({ questionId, value: answers[questionId] ?? '' })),
      };
      const { legacyStep, idProofProcessStatus } = await provider.legacyproofing.answer({ body });
      const isNext = idProofProcessStatus === 'Not_Id_Proofed' && legacyStep === 'quiz';
      setIsRepeated(isNext);
      setAnswers({});
      if (isNext) await refetch();
      else await refreshProfile();
    },
    // Where another tab has answered, the next questions are asked, or the step after them.
    onError: async (refusal, { quizId }) => {
      if (!mayBeDone(refusal)) return;
      const { data: next } = await refetch();
      if (next?.quizId !== quizId) setAnswers({});
    },
  });
  const expiresAt = data?.expiresAt;
  useEffect(() => {
    if (expiresAt === undefined) return undefined;
    const timer = setTimeout(
      () => {
        notify(`${texts}.expired`, { type: 'warning' });
        // After a failure the next submit learns from the server that they have expired.
        refreshProfile().catch(() => undefined);
      },
      Math.max(0, Date.parse(expiresAt) - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [expiresAt, notify, refreshProfile]);
  const isComplete = data?.questions.every(({ questionId }) => answers[questionId] !== undefined) ?? false;
  return (
    <OnboardingDialog
      title={`${texts}.title`}
      failure={error ? [...new Set([translate(`${texts}.failed`), ...serverMessages(error)])] : null}
      actions={
        <>
          <LogOutButton />
          <Button variant="contained" disabled={!isComplete || isPending} onClick={() => data && mutate(data)}>
            {translate(`${texts}.${isPending ? 'sending' : 'submit'}`)}
          </Button>
        </>
      }
    >
      <QueryState query={quiz} failed={`${texts}.notLoaded`}>
        {({ questions, expiresAt: until }) => (
          <>
            {isRepeated && <Alert severity="info">{translate(`${texts}.more`)}</Alert>}
            <Typography>{translate(`${texts}.text`, { time: clock.format(new Date(until)) })}</Typography>
            {questions.map((question) => (
              <Question
                key={question.questionId}
                question={question}
                value={answers[question.questionId] ?? null}
                onChange={(value) => setAnswers((before) => ({ ...before, [question.questionId]: value }))}
              />
            ))}
          </>
        )}
      </QueryState>
    </OnboardingDialog>
  );
};

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

interface QuestionProps {
  question: LegacyQuiz['questions'][number];
  value: string | null;
  onChange: (value: string) => void;
}
const Question = ({ question: { questionId, questionText, answerChoice }, value, onChange }: QuestionProps) => (
  <FormControl component="fieldset">
    <FormLabel component="legend">{questionText}</FormLabel>
    <RadioGroup name={questionId} value={value} onChange={(_event, chosen) => onChange(chosen)}>
      {answerChoice.map((choice) => (
        <FormControlLabel key={choice.value} value={choice.value} label={choice.value} control={<Radio />} />
      ))}
    </RadioGroup>
  </FormControl>
);
