package dev.larder.gateway.actuate.access;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads a file with one token per line: name, token, scopes separated by commas, and optionally the last day of validity. Empty
 * lines and lines that begin with {@code #} are ignored.
 */
public final class TokenFile {

    private static final int LARGEST = 64 * 1024;
    private static final int SHORTEST_TOKEN = 32;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /** Syntax of tokens (RFC 6750 2.1). */
    private static final Pattern SECRET = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

    private static final Set<PosixFilePermission> OWNERS_ALONE = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private TokenFile() {}

    /**
     * Reads the tokens of that file.
     *
     * @throws BadTokenFileException if it is unreadable, accessible to others than its owner, or has an invalid line
     */
    public static OperatorTokenRegistry read(Path file) {
        try {
            requireOwnersAlone(file);
            return parse(
                    new String(content(file), StandardCharsets.UTF_8).lines().toList());
        } catch (IOException unreadable) {
            throw new BadTokenFileException("there is no file that can be read");
        }
    }

    private static byte[] content(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(LARGEST + 1);
            refuseUnless(content.length <= LARGEST, "the file has more than " + LARGEST + " bytes");
            return content;
        }
    }

    /** File systems without POSIX permissions cannot be checked. */
    private static void requireOwnersAlone(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null) {
            Set<PosixFilePermission> permissions = view.readAttributes().permissions();
            refuseUnless(
                    OWNERS_ALONE.containsAll(permissions),
                    "others than its owner can get at it (" + PosixFilePermissions.toString(permissions) + ")");
        }
    }

    static OperatorTokenRegistry parse(List<String> lines) {
        List<OperatorToken> tokens = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                tokens.add(token(line.split("\\s+"), "line " + (i + 1), taken));
            }
        }
        refuseUnless(!tokens.isEmpty(), "it has no token, so no operator would have access");
        return OperatorTokenRegistry.demanded(tokens);
    }

    private static OperatorToken token(String[] words, String line, Set<String> taken) {
        refuseUnless(
                words.length == 3 || words.length == 4,
                line + " is not a name, a token, scopes and perhaps a last day");
        refuseUnless(
                NAME.matcher(words[0]).matches(), line + " begins with no name of letters, digits, '.', '_' and '-'");
        refuseUnless(
                SECRET.matcher(words[1]).matches() && words[1].length() >= SHORTEST_TOKEN,
                line + " has no token of at least " + SHORTEST_TOKEN + " letters, digits and '-._~+/'");
        refuseUnless(
                taken.add("name " + words[0]) && taken.add("token " + words[1]),
                line + " has a name or a token that an earlier line has");
        return new OperatorToken(words[0], words[1], scopes(words[2], line), lastDay(words, line));
    }

    private static Set<TokenScope> scopes(String words, String line) {
        Set<TokenScope> scopes = EnumSet.noneOf(TokenScope.class);
        for (String word : words.split(",", -1)) {
            scopes.add(TokenScope.of(word)
                    .orElseThrow(() ->
                            new BadTokenFileException(line + " has a scope that is none of read, purge, writes")));
        }
        return scopes;
    }

    private static Optional<LocalDate> lastDay(String[] words, String line) {
        try {
            return words.length == 3 ? Optional.empty() : Optional.of(LocalDate.parse(words[3]));
        } catch (DateTimeParseException malformed) {
            throw new BadTokenFileException(line + " ends with no day such as 2030-12-31");
        }
    }

    private static void refuseUnless(boolean good, String why) {
        if (!good) {
            throw new BadTokenFileException(why);
        }
    }
}
