package dev.larder.gateway.autoconfigure;

import java.util.Optional;
import java.util.regex.Pattern;

/** Thrown at startup if a property has an invalid value. */
public final class InvalidPropertyException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final Pattern SETTING = Pattern.compile("^(larder\\.|\\S+=)");

    private final String property;
    private final String value;
    private final String why;
    private final String instead;

    /**
     * Creates an exception for a rejected value.
     *
     * @param why why it is invalid, as half a sentence
     * @param instead what to write instead: a value, or a complete setting ({@code larder.x=y}, {@code Cache=30s})
     */
    public InvalidPropertyException(String property, String value, String why, String instead) {
        super(property + "=" + value + ": " + why + ". Write for example " + instead + ".");
        this.property = property;
        this.value = value;
        this.why = why;
        this.instead = instead;
    }

    /** Returns the same refusal of what another property leads to. */
    InvalidPropertyException as(String other) {
        return new InvalidPropertyException(other, value, why, instead);
    }

    String property() {
        return property;
    }

    String description(Optional<String> written) {
        return "The property " + property + " has the value '" + written.orElse(value) + "', but " + why + ".";
    }

    String action() {
        return "Write for example " + (SETTING.matcher(instead).find() ? instead : property + "=" + instead);
    }
}
