// Stands where a part of a page is still loading. Styles show it after a moment, so that quick loads do not flash.

export function Skeleton() {
  return (
    <div class="stack skeleton" role="status">
      <span class="visually-hidden">Loading …</span>
      <div />
      <div />
      <div />
    </div>
  );
}
