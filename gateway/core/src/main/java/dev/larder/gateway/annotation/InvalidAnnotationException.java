package dev.larder.gateway.annotation;

/** Thrown at startup if an annotation is invalid. */
public final class InvalidAnnotationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String description;
    private final String instead;

    /**
     * Creates an exception for a rejected annotation.
     *
     * @param element the annotated method or interface, such as {@code UserRoutes.list()}
     * @param what the annotation as it was written, and what is wrong with it
     * @param instead what to write instead
     */
    InvalidAnnotationException(String element, String what, String instead) {
        super(element + ": " + what + "; write for example " + instead);
        this.description = element + ": " + what + ".";
        this.instead = instead;
    }

    String description() {
        return description;
    }

    String action() {
        return "Write for example " + instead;
    }
}
