package dev.larder.insight.dryrun;

import dev.larder.gateway.rule.KeySettings;
import dev.larder.insight.proposal.RuleProposal;
import java.util.ArrayList;
import java.util.List;

/** Mutable key settings. */
final class KeySettingsEditor {

    private final KeySettings before;
    private final List<String> keep;
    private final List<String> ignore;
    private final List<String> fields;
    private final List<String> cookies;
    private boolean host;
    private boolean principal;

    KeySettingsEditor(KeySettings before) {
        this.before = before;
        this.keep = new ArrayList<>(before.query().keep());
        this.ignore = new ArrayList<>(before.query().ignore());
        this.fields = new ArrayList<>(before.fields());
        this.cookies = new ArrayList<>(before.cookies());
        this.host = before.host();
        this.principal = before.user().isPresent();
    }

    /** Adds a trait to the key. */
    void add(RequestTrait trait) {
        switch (trait.kind()) {
            case AUTHORIZATION -> principal = true;
            case COOKIE -> cookies.add(trait.name());
            case HEADER -> fields.add(trait.name());
            case PARAMETER -> {
                if (!keep.isEmpty()) {
                    keep.add(trait.name());
                }
                ignore.removeIf(pattern -> isFor(pattern, trait.name()));
            }
        }
    }

    private static boolean isFor(String pattern, String name) {
        return pattern.endsWith("*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
    }

    /** Removes a part from the key. */
    void leaveOut(KeyPart part) {
        switch (part.kind()) {
            case HOST -> host = false;
            case HEADER -> fields.remove(part.name());
            case COOKIE -> cookies.remove(part.name());
            case PARAMETER -> {
                if (!keep.remove(part.name())) {
                    ignore.add(part.name());
                }
            }
        }
    }

    /** Writes the differences to a rule. Kept and ignored parameters exclude each other. */
    void in(RuleProposal rule) {
        if (!keep.isEmpty() && !keep.equals(before.query().keep())) {
            rule.say("key.query.keep", keep);
        } else if (keep.isEmpty() && !ignore.equals(before.query().ignore())) {
            rule.say("key.query.ignore", ignore);
        }
        if (!fields.equals(before.fields())) {
            rule.say("key.headers", fields);
        }
        if (!cookies.equals(before.cookies())) {
            rule.say("key.cookies", cookies);
        }
        if (host != before.host()) {
            rule.say("key.host", host);
        }
        if (principal && before.user().isEmpty()) {
            rule.say("key.user", "principal");
        }
    }
}
