"""From a domain to proved questions: the search, step by step.

The problem
-----------
A catalogue is divided into groups of rows (flights between the same two cities). A question shows a few rows
of one group, five unless more are asked for: its *options*. Wanted is a requirement, a product of sums over
literals ("price below $400", "not any layover of 2 h or more"), that a given *target* satisfies and all other
options break. Several requirements over the same options make a balanced set, in which each option is right
once: so no property of a row says whether it is the answer. The target is fixed before any requirement is
drawn, for the same reason.

Masks
-----
A literal is true, false or undefined on a row (a value may be missing). So it is a pair of bit masks, `holds`
and `fails`, as integers: over the rows of the group in `candidates`, over the options in `option_masks`,
where a mask has five bits. A sum term holds where some literal holds, and fails where all of them fail; a
product holds where all sum terms hold, and fails where some sum term fails. Everything below is decided by
`&`, `|` and `~` on such masks, and the solver confirms it at the end.

Words
-----
A sum term of one literal is a *wish* ("I want to fly nonstop"). Of a longer one, one literal is the *demand*;
the others, negated, are its *condition* ("if it costs more than $400, it has to be nonstop"). A *minterm* is
a row of the truth table over the slots of a requirement. An option is *eliminated* by a sum term that fails
on it; a *near miss* is eliminated by one sum term only.

The steps, as in GroundCocoa (arXiv 2404.04237), and what holds after each
----------------------------------------------------------------------------
1. Candidates (`groups`, `candidates`, `columns`): each slot of a group has its primitives, a test with its
   rule. Each holds on some row, fails on some row, and can be said in English. A function of the domain
   alone, so it is kept.
2. Rows (`option_sets.draw_rows`): options of one group, no two of which look alike.
3. Structure (`structure`, `shapes`; `implication_pairs` where two implications are named): a product of
   sums over variables, equal to a table of minterms. Each sum term is a prime implicate, none can go; up to
   eight slots and four minterms the product is the smallest. Every variable occurs, and some sum term has two
   literals unless plain conjunctions are asked for. Each variable has a slot (`slot_choice`), with as many
   primitives that clearly differ as it has occurrences where each has its own. Where each condition shall
   have a reason, the slots and targets that give it one and read well are listed once
   (`structure.Conditions`), and one of them is drawn: with a few wishes one that the options allow
   (`feasible_slots`). For one pair of slots whose every literal has its own primitive, steps 3 to 6 are one
   search (`feasible_pairs`, with `standings`).
4. Demands (`demands`, with `preference`): each sum term has its demand, all demands are true of one
   minterm, and each points to what people want of its slot, or has no direction.
5. Elimination (`elimination`): each wrong option is given to a sum term that can eliminate it, before any
   primitive is drawn. Structures with which that cannot be done are refused here, which is nearly all.
6. Primitives (`grounding`, with `primitive_reuse`; `edits` for two requirements that differ in one literal;
   `violations` where it is drawn which sum terms an option breaks): each literal has a primitive. The target
   options satisfy the product, every other option breaks it, and there is a near miss where one is owed
   (`DistractorConstraints` in `elimination`, which the ask sets). `guessability` bounds how often the right
   option is the one that satisfies the most literals, or that meets what is said first.
7. Proof (`requirement_search`): with the axioms of the domain the requirement is satisfiable and no literal
   and no sum term of it is redundant; a solver that is given the truth values of the options finds the same
   target.
8. Balanced set (`balanced_set`): a requirement for each target over the same rows. Which rows a member may
   have at all is known before any is drawn, and members exchange rows where one fails. Further rows and
   further option sets (`option_sets`) leave all labels as they are.
9. Words (`wording`): a text of which every reading is proved to mean the requirement.
10. Record (`assembly`): letters, certificate, complexity; from here on nothing is drawn but the order of the
    options.

`set_search` tries 2 to 9 a bounded number of times; what is refused on the way is counted by reason
(`rejections`). `context` has what travels through all steps. An ask (`..asks`) calls steps 2 to 9 from its
`draw`. Numbers come from `random.Random` in a fixed order: equal seeds give equal bytes.
"""
