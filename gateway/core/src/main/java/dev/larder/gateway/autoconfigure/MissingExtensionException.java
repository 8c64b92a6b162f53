package dev.larder.gateway.autoconfigure;

/** Thrown at startup if a property belongs to an extension that is not on the class path. */
public final class MissingExtensionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String property;
    private final String jar;

    MissingExtensionException(String property, String value, String artifact) {
        super("The property " + property + " has the value '" + value + "', but the extension that it belongs to, "
                + coordinates(artifact) + ", is not on the class path.");
        this.property = property;
        this.jar = coordinates(artifact);
    }

    private static String coordinates(String artifact) {
        return "dev.larder:" + artifact;
    }

    String property() {
        return property;
    }

    String action() {
        return "Add the dependency " + jar + ", or remove what sets the property.";
    }
}
