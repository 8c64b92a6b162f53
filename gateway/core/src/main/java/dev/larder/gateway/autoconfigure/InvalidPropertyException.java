package dev.larder.gateway.autoconfigure;

import java.util.Optional;
import java.util.regex.Pattern;

/** Thrown at startup if a property has an invalid value. */
public final class InvalidPropertyException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final Pattern SETTING = Pattern.compile("^(larder\\.|\\S+=)");

    /** How an absent value is written. */
    private static final String NOTHING = String.valueOf((Object) null);

    private final String property;
    private final String value;
    private final String why;
    private final String instead;

    /**
     * Creates an exception for a rejected value.
     *
     * @param why why it is invalid, as half a sentence, or as sentences
     * @param instead what to write instead: a value, or a complete setting ({@code larder.x=y}, {@code Cache=30s})
     */
    public InvalidPropertyException(String property, String value, String why, String instead) {
        super(property + "=" + (NOTHING.equals(value) ? "" : value) + ": " + clause(why) + ". Write for example "
                + instead + ".");
        this.property = property;
        this.value = value;
        this.why = clause(why);
        this.instead = instead;
    }

    /** Returns the words without a full stop at their end: what they are part of sets its own. */
    private static String clause(String words) {
        return words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
    }

    /** Returns the same refusal of what another property leads to. */
    InvalidPropertyException as(String other) {
        return new InvalidPropertyException(other, value, why, instead);
    }

    String property() {
        return property;
    }

    String description(Optional<String> written) {
        String said = written.orElse(value);
        String has = NOTHING.equals(said) ? " has no value" : " has the value '" + said + '\'';
        return "The property " + property + has + ", but " + why + ".";
    }

    String action() {
        return "Write for example " + (SETTING.matcher(instead).find() ? instead : property + "=" + instead);
    }
}
