package dev.larder.acceptance.rfc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a test shows: the ids of the catalogue's obligations. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface CoveredObligations {

    /** Ids of the {@link ObligationCatalogue}. */
    String[] value();
}
