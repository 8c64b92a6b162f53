package dev.larder.rfc9111;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a test shows: the sentence of a specification it stands for. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface EngineObligation {

    /** How strongly the specification asks for it. */
    enum Level {
        MUST,
        SHOULD,
        MAY
    }

    String rfc() default "RFC 9111";

    String section();

    Level level();

    /** The obligation in short. */
    String value();
}
