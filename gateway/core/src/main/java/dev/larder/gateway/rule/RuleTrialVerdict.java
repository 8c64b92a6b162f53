package dev.larder.gateway.rule;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Whether rules may come into force, by what they would have done to recent traffic. */
public sealed interface RuleTrialVerdict {

    /** Returns whether they are refused unless an operator accepts them. */
    default boolean isRefusal() {
        return false;
    }

    /** Returns the verdict in one word. */
    String word();

    /** Returns the verdict as sentences for operators. */
    String text();

    /** The traffic does not tell. */
    record Unknown(String text) implements RuleTrialVerdict {

        @Override
        public String word() {
            return "unknown";
        }
    }

    /** Nothing speaks against them. */
    record Harmless() implements RuleTrialVerdict {

        @Override
        public String word() {
            return "harmless";
        }

        @Override
        public String text() {
            return "No response would have crossed between users that does not under the rules in force.";
        }
    }

    /** Responses would have crossed between users that do not under the rules in force. */
    record Crosses(List<Crossing> crossings) implements RuleTrialVerdict {

        public Crosses {
            crossings = List.copyOf(crossings);
        }

        @Override
        public boolean isRefusal() {
            return true;
        }

        @Override
        public String word() {
            return "crosses";
        }

        @Override
        public String text() {
            return crossings.stream().map(Crossing::text).collect(Collectors.joining(" "))
                    + " To put them in force all the same, send them to larder/rules with mode=accept.";
        }
    }

    /**
     * Responses that would have crossed between users.
     *
     * @param rule name of the rule; empty for requests under none
     * @param count number of requests that would have got a response of another user with another content than their own
     * @param separator the setting that would have kept them apart; empty if none was found
     */
    record Crossing(String rule, long count, String separator) {

        String text() {
            String under = rule.isEmpty() ? "Without a rule, " : "Under the rule " + rule + ", ";
            String remedy = separator.isEmpty()
                    ? "Nothing in the requests tells these users apart; do not store these responses."
                    : "What tells them apart is " + separator + '.';
            return under + count + (count == 1 ? " request" : " requests")
                    + " of the last minutes would have got the response of another user, which they do not get now. "
                    + remedy;
        }
    }

    /**
     * Fewer requests would have been answered from the store.
     *
     * @param before hit ratio under the rules in force
     * @param after hit ratio under the proposed rules
     * @param most greatest difference that is not refused
     */
    record LosesHits(double before, double after, double most) implements RuleTrialVerdict {

        @Override
        public boolean isRefusal() {
            return true;
        }

        @Override
        public String word() {
            return "loses-hits";
        }

        @Override
        public String text() {
            return String.format(
                    Locale.ROOT,
                    "The hit ratio of the last minutes would have been %.3f, not %.3f as under the rules in force"
                            + " (larder.rule-trial.max-hit-ratio-loss=%s)."
                            + " To put them in force all the same, send them to larder/rules with mode=accept.",
                    after,
                    before,
                    most);
        }
    }
}
