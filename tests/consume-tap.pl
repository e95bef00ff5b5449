# Reads TAP as prove does: consume-tap.pl PASSED FAILED SKIPPED FILE...
# Prints what is wrong; the exit status is 1 then.

use strict;
use warnings;
use TAP::Parser;

my ($passed, $failed, $skipped, @paths) = @ARGV;
my $wrong = 0;

sub complain {
	print "@_\n";
	$wrong = 1;
}

for my $path (@paths) {
	open my $file, '<', $path or die "$path: $!";
	my $text = do { local $/; <$file> };
	my $kernel = $path =~ /\.ktap$/;
	my $comments = 0;
	my $blocks = 0;
	my $parser = TAP::Parser->new({ tap => $text });

	complain("$path: begins otherwise") unless $text =~
	    ($kernel ? qr/\AKTAP version 1\n1\.\.\d/ :
	    qr/\ATAP version 13\n1\.\.\d/);
	while (my $result = $parser->next) {
		$blocks++ if $result->is_yaml;
		$comments++ if $result->is_comment;
		complain("$path: bails out") if $result->is_bailout;
		# The first line of the kernel's dialect is none of TAP.
		complain("$path: unknown: " . $result->raw)
		    if $result->is_unknown && !($kernel &&
		    $result->raw eq 'KTAP version 1');
		complain("$path: is to be done: " . $result->raw)
		    if $result->is_test && $result->has_todo;
		# What the kernel's own parser takes.
		complain("$path: not of the kernel: " . $result->raw)
		    if $kernel && $result->is_test && $result->raw !~
		    /^(?:not )?ok \d+ (?:- )?[^#]*(?: # SKIP [^#]*)?$/;
	}
	complain("$path: $_") for $parser->parse_errors;
	complain("$path: " . $parser->passed . " passed, not $passed")
	    if $passed ne '-' && $parser->passed != $passed;
	complain("$path: " . $parser->failed . " failed, not $failed")
	    if $failed ne '-' && $parser->failed != $failed;
	complain("$path: " . $parser->skipped . " skipped, not $skipped")
	    if $skipped ne '-' && $parser->skipped != $skipped;
	complain("$path: no diagnostics") if !($kernel ? $comments : $blocks);
}
exit $wrong;
