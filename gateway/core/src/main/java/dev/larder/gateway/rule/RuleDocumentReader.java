package dev.larder.gateway.rule;

/** Reads rules from a document, and applies the checks of a start to them. */
public interface RuleDocumentReader {

    /**
     * Reads a document. It replaces the rules of all properties; those of annotations remain below it, as at a start.
     *
     * @param document YAML or JSON with {@code larder.rules}
     * @throws RefusedRulesException if they do not pass
     */
    CheckedRules read(String document);

    /**
     * Checks rules of an earlier version again, as routes may have changed since.
     *
     * @throws RefusedRulesException if they do not pass
     */
    CheckedRules again(CheckedRules earlier);
}
