package dev.larder.gateway.rule;

import java.util.Locale;

/** What has put rules in force. */
public enum RuleSource {
    /** The start of the gateway. */
    START,
    /** An operator, through the endpoint. */
    ACTUATOR,
    /** A refresh of the application's configuration. */
    REFRESH,
    /** A change of the rule file. */
    FILE;

    /** Returns the word for it in reports and logs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
