package dev.larder.gateway.actuate.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the lines of a file of tokens mean, and which files are not relied on; no message repeats what is in one. */
class TokenFileTest {

    private static final String SECRET = "0123456789abcdef0123456789ABCDEF";
    private static final Instant NOW = Instant.parse("2030-06-30T23:59:59Z");

    @TempDir
    private Path directory;

    @Test
    @Tag("hardening-A1")
    void grantsTokenOnlyScopesOfItsLine() {
        OperatorTokenRegistry tokens =
                TokenFile.parse(List.of("# ours", "", "  a " + SECRET + "1 read,writes", "b\t" + SECRET + "2  purge"));
        assertThat(tokens.areDemanded()).isTrue();
        assertThat(check(tokens, SECRET + "1", TokenScope.READ)).isEqualTo(new AccessDecision.Granted("a"));
        assertThat(check(tokens, SECRET + "1", TokenScope.WRITES)).isEqualTo(new AccessDecision.Granted("a"));
        assertThat(check(tokens, SECRET + "1", TokenScope.PURGE))
                .isEqualTo(new AccessDecision.Denied(AccessDenialReason.OTHER_SCOPE));
        assertThat(check(tokens, SECRET + "2", TokenScope.PURGE)).isEqualTo(new AccessDecision.Granted("b"));
        assertThat(check(tokens, SECRET + "3", TokenScope.READ))
                .isEqualTo(new AccessDecision.Denied(AccessDenialReason.UNKNOWN_TOKEN));
        assertThat(check(tokens, "", TokenScope.READ))
                .isEqualTo(new AccessDecision.Denied(AccessDenialReason.UNKNOWN_TOKEN));
        assertThat(tokens.check(Optional.empty(), TokenScope.READ, NOW))
                .isEqualTo(new AccessDecision.Denied(AccessDenialReason.NO_TOKEN));
    }

    @ParameterizedTest
    @CsvSource({"2030-06-30, true", "2030-06-29, false"})
    @Tag("hardening-A1")
    void aTokenIsGoodUntilItsLastDayIsOver(String lastDay, boolean good) {
        OperatorTokenRegistry tokens = TokenFile.parse(List.of("a " + SECRET + " read " + lastDay));
        assertThat(check(tokens, SECRET, TokenScope.READ))
                .isEqualTo(
                        good
                                ? new AccessDecision.Granted("a")
                                : new AccessDecision.Denied(AccessDenialReason.EXPIRED_TOKEN));
    }

    @Test
    void grantsAccessWithoutTokenIfNoneIsRequired() {
        assertThat(OperatorTokenRegistry.notDemanded().check(Optional.empty(), TokenScope.PURGE, NOW))
                .isEqualTo(new AccessDecision.Granted(""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | it has no token",
                "# nothing | it has no token",
                "a SECRET | line 1 is not a name",
                "a SECRET read 2030-01-01 more | line 1 is not a name",
                "a=b SECRET read | line 1 begins with no name",
                "a short read | line 1 has no token of at least 32",
                "a SECRET\u00e4 read | line 1 has no token of at least 32",
                "a SECRET read;b SECRET read | line 2 has a name or a token that an earlier line has",
                "a SECRET read;a SECRET1 read | line 2 has a name or a token that an earlier line has",
                "a SECRET all | line 1 has a scope that is none of read, purge, writes",
                "a SECRET read, | line 1 has a scope that is none of read, purge, writes",
                "a SECRET read tomorrow | line 1 ends with no day"
            })
    @Tag("hardening-A1")
    void rejectsInvalidContentWithoutRevealingTokens(String lines, String why) {
        List<String> content = List.of(lines.replace("SECRET", SECRET).split(";"));
        assertThatThrownBy(() -> TokenFile.parse(content))
                .isInstanceOf(BadTokenFileException.class)
                .hasMessageStartingWith(why)
                .hasMessageNotContaining(SECRET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-", "rw------x"})
    @Tag("hardening-A1")
    void rejectsFileAccessibleToOtherUsers(String permissions) throws IOException {
        Path file = file(permissions);
        assertThatThrownBy(() -> TokenFile.read(file))
                .hasMessage("others than its owner can get at it (" + permissions + ")");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "r--------"})
    void readsFileAccessibleOnlyToItsOwner(String permissions) throws IOException {
        assertThat(check(TokenFile.read(file(permissions)), SECRET, TokenScope.READ))
                .isEqualTo(new AccessDecision.Granted("a"));
    }

    @Test
    void rejectsMissingFileDirectoryAndTooLargeFile() throws IOException {
        assertThatThrownBy(() -> TokenFile.read(directory.resolve("none")))
                .hasMessage("there is no file that can be read");
        assertThatThrownBy(() -> TokenFile.read(Files.setPosixFilePermissions(
                        Files.createDirectory(directory.resolve("folder")),
                        PosixFilePermissions.fromString("rwx------"))))
                .hasMessage("there is no file that can be read");
        Path large = Files.write(file("rw-------"), new byte[70_000]);
        assertThatThrownBy(() -> TokenFile.read(large)).hasMessageContaining("more than 65536 bytes");
    }

    private Path file(String permissions) throws IOException {
        Path file = Files.writeString(directory.resolve("tokens"), "a " + SECRET + " read");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static AccessDecision check(OperatorTokenRegistry tokens, String shown, TokenScope wanted) {
        return tokens.check(Optional.of(shown), wanted, NOW);
    }
}
