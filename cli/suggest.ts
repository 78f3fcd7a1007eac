export { didYouMean, suggest } from '../shared/rules/suggest.ts';
