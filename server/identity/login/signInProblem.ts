/** A refusal that the person sees as a page, not as JSON. */
export class SignInProblem extends Error {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly link: { readonly href: string; readonly label: string } | undefined;

  constructor(
    status: number,
    page: {
      readonly title: string;
      readonly text: string;
      readonly link?: SignInProblem['link'];
      readonly cause?: unknown;
    },
  ) {
    super(page.text, { cause: page.cause });
    this.name = 'SignInProblem';
    this.status = status;
    this.title = page.title;
    this.text = page.text;
    this.link = page.link;
  }
}
